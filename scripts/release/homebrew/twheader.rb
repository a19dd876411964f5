# A Homebrew formula for a checkout of this repository. @CHECKOUT@ is a placeholder for its path.
# Homebrew only installs from taps, and scripts/release/homebrew/install creates one.
class Twheader < Formula
  desc "Renders scroll-linked headers as animations"
  homepage "file://@CHECKOUT@"
  license "MIT"
  head "file://@CHECKOUT@", using: :git, branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "fontconfig"
  depends_on "giflib"
  depends_on "glib"
  depends_on "jpeg-turbo"
  depends_on "libpng"
  depends_on macos: :tahoe
  depends_on "pango"
  depends_on "webp"

  def install
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "twheader"
    bin.install ".build/release/twheader"
    generate_completions_from_executable(bin/"twheader", "--generate-completion-script")
    (man1/"twheader.1").write Utils.safe_popen_read("sh", "scripts/release/manual", bin/"twheader")
  end

  test do
    system bin/"twheader", "still", "--scale", "1", "-o", testpath/"still.png"
    assert_path_exists testpath/"still.png"
  end
end
