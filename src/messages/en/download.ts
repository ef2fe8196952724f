/** Words of the download page. */
export const download = {
  title: 'Download',
  heading: 'Download Sable',
  description: 'Sable for macOS, Windows and Linux, with checksums for every file.',
  release: (version: string): string => `Version ${version}, released`,
  changes: 'What is new',
  choose: 'Choose your system',
  chooseText: 'Sable runs on desktop computers. Every build is listed below.',
  forSystem: (system: string): string => `Sable for ${system}`,
  get: (processor: string): string => `Download for ${processor}`,
  notSure: 'Not sure which one?',
  /** Instructions for finding the processor; text between backticks is code. */
  which: {
    macos: 'Open the Apple menu and “About This Mac”: a chip called M1 or later is Apple silicon.',
    windows: 'Open Settings, System, About: the line “System type” names the processor.',
    linux: 'Run `uname -m` in a terminal: it prints x86_64 or aarch64.',
  },
  processors: {
    'macos-arm64': 'Apple silicon',
    'macos-x64': 'Intel',
    'windows-x64': 'Intel or AMD',
    'windows-arm64': 'ARM',
    'linux-x64': 'x86-64',
    'linux-arm64': 'ARM64',
  } as Record<string, string>,
  needs: {
    macos: 'macOS 13 or newer',
    windows: 'Windows 10 22H2 or newer',
    linux: 'glibc 2.31 or newer, X11 or Wayland',
  },
  all: 'All builds',
  size: 'Size',
  sha256: 'SHA-256',
  check: 'Verify your download',
  checkText:
    'Save the list of checksums in the same folder and run the command. It prints OK for each file that arrived intact.',
  checkList: 'checksums.txt',
  checkWindows: 'In PowerShell, compare the result with the line in the list:',
  demo: 'Sable is a demonstration product: these packages contain a note instead of an editor.',
}
