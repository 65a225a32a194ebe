import { existsSync, readFileSync } from 'node:fs'

interface Group<Vector> {
  readonly tests: readonly Vector[]
  readonly [property: string]: unknown
}

/**
 * The test groups of a file of Project Wycheproof (schema 1), where the folder of vectors lies beside the checkout.
 * @returns undefined where it does not; then only the vectors within the tests are there to run
 */
export function publishedVectors<Vector>(file: string): readonly Group<Vector>[] | undefined {
  const path = new URL(`../../../../../../shared/vectors/${file}`, import.meta.url)
  if (!existsSync(path)) return undefined
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly testGroups: readonly Group<Vector>[] }).testGroups
}
