/** The files of `.changeset/`, with their version changes. */
export type Changes = { readonly name: string; readonly version: string; readonly changesets: readonly string[] }

const kinds = ['patch', 'minor', 'major'] as const

/** The version that a package gets when one is made of the changesets that wait. */
export function nextVersion({ name, version, changesets }: Changes): string {
  const wanted = new Set(changesets.flatMap((text) => kindsOf(text, name)))
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  if (wanted.has('major')) return `${major + 1}.0.0`
  if (wanted.has('minor')) return `${major}.${minor + 1}.0`
  return wanted.has('patch') ? `${major}.${minor}.${patch + 1}` : version
}

function kindsOf(text: string, name: string): readonly (typeof kinds)[number][] {
  const [, head = ''] = /^---\n([\s\S]*?)\n---/.exec(text) ?? []
  return head.split('\n').flatMap((line) => {
    const [, named, kind] = /^["']?([^"':]+)["']?:\s*["']?(\w+)/.exec(line) ?? []
    const found = kinds.find((each) => each === kind)
    return named === name && found !== undefined ? [found] : []
  })
}
