import type { SurfaceChange } from '@host/host'
import type { PluginDifference } from './compare-plugins.ts'

/** The heading of a difference: `notes 1.2.0 to 2.0.0: 1 breaking change, 3 others`. */
export function differenceTitle({ plugin, from, to, changes }: PluginDifference): string {
  const breaking = changes.filter(({ isBreaking }) => isBreaking).length
  const others = changes.length - breaking
  const versions = from === to ? from : `${from} to ${to}`
  if (changes.length === 0) return `${plugin} ${versions}: no differences`
  return `${plugin} ${versions}: ${breaking} breaking ${breaking === 1 ? 'change' : 'changes'}, ${others} ${others === 1 ? 'other' : 'others'}`
}

/** A difference in lines: the breaking changes come first. */
export function differenceLines(difference: PluginDifference): readonly string[] {
  const [breaking, others] = [true, false].map((isBreaking) =>
    difference.changes.filter((change) => change.isBreaking === isBreaking).map((change) => `  ${changeLine(change)}`),
  )
  return [differenceTitle(difference), ...titled('Breaking', breaking), ...titled('Others', others)]
}

function titled(title: string, lines: readonly string[] = []): readonly string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}

/** A change in one line: `changed  route POST /api/x/notes/items: input.title maxLength, 80 to 60`. */
export function changeLine({ kind, name, path, change, from, to }: SurfaceChange): string {
  const place = path === undefined ? '' : `: ${path}`
  const values = from === undefined ? to : to === undefined ? from : `${from} to ${to}`
  return `${change.padEnd(9)}${kind} ${name}${place}${values === undefined ? '' : `, ${values}`}`
}

/** Why a version with breaking changes is refused; undefined where it is not. */
export function refusal({ plugin, from, to, requiredVersion }: PluginDifference): string | undefined {
  if (requiredVersion === null) return undefined
  return `"${plugin}" ${to} has breaking changes, but its version says that it is compatible with ${from}. Use ${requiredVersion} or later.`
}
