// TwitterHeaderKit
