import { statSync } from 'node:fs'
import { join } from 'node:path'
import { currentReference } from './check-contract.ts'
import { picturesAmong, wantedPictures } from './contract/pictures.ts'
import { report, type Finding } from './report.ts'
import { listFiles, root } from './source-files.ts'

const command = 'pnpm pictures:components'
/** All pictures together, in bytes: everybody who clones the repository gets each version of them. */
const mostBytes = 1_500_000

/** The facts about the pictures of components. */
export type PictureFacts = {
  /** Every path of the repository. */
  readonly paths: readonly string[]
  /** The text of the reference as the docstrings have it. */
  readonly reference: string
  readonly sizeOf: (path: string) => number
}

/**
 * Components with a story and no picture in the reference, pictures of no component, and pictures that are too large
 * together. Whether a picture is current is not checked: fonts differ between machines.
 */
export function checkPictures({ paths, reference, sizeOf }: PictureFacts): Finding {
  const wanted = wantedPictures(paths)
  const taken = picturesAmong(paths)
  const missing = [...wanted].flatMap(([file, picture]) => {
    if (!taken.includes(picture)) return [`${file}: has no picture; run "${command}" and commit ${picture}`]
    const isShown = reference.includes(`](${picture.replace('docs/', '../')})`)
    return isShown ? [] : [`${picture}: no page of the reference shows it; export what ${file} declares`]
  })
  const known = new Set(wanted.values())
  const orphans = taken.filter((path) => !known.has(path)).map((path) => `${path}: shows no component; remove it`)
  return { check: 'pictures', seen: wanted.size, problems: [...missing, ...orphans, ...tooLarge(taken, sizeOf)] }
}

function tooLarge(taken: readonly string[], sizeOf: PictureFacts['sizeOf']): readonly string[] {
  const bytes = taken.reduce((sum, path) => sum + sizeOf(path), 0)
  if (bytes <= mostBytes) return []
  return [`docs/images/components: ${bytes} bytes, more than ${mostBytes}; lower the quality of the pictures`]
}

if (import.meta.main) {
  const reference = [...currentReference().pages.values()].join('\n')
  report(checkPictures({ paths: listFiles(), reference, sizeOf: (path) => statSync(join(root, path)).size }))
}
