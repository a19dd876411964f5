// HeaderScene
