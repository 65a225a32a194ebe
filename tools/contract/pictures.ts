import { posix } from 'node:path'
import type { ContractExport } from './read-exports.ts'

/** Paths of the pictures, by the path of the file that they show. */
export type Pictures = ReadonlyMap<string, string>

const folder = 'docs/images/components'
const story = /^(packages\/plugin-sdk\/src\/.*)\.story\.tsx$/

/** The component files with a story, each with the path where its picture belongs. */
export function wantedPictures(paths: readonly string[]): Pictures {
  const files = paths.flatMap((path) => story.exec(path)?.[1] ?? [])
  return new Map(files.map((file) => [`${file}.tsx`, `${folder}/${posix.basename(file)}.webp`]))
}

/** The files in the folder of the pictures. */
export function picturesAmong(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => path.startsWith(`${folder}/`))
}

/**
 * The picture of an export: that of its file, for the export that is named like the file, or for the hook or the
 * first export of the file when none is, such as `useToast` of `Toast.tsx`.
 */
export function pictureOf(
  { file, name }: ContractExport,
  all: readonly ContractExport[],
  pictures: Pictures,
): string | undefined {
  const beside = all.filter((each) => each.file === file).map((each) => each.name)
  const named = posix.basename(file, '.tsx')
  const shown = beside.includes(named) ? named : (beside.find((each) => each.startsWith('use')) ?? beside[0])
  return shown === name ? pictures.get(file) : undefined
}
