import ArgumentParser

@main
struct Twheader: ParsableCommand {
}
