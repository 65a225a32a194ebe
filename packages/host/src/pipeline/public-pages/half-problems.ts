/**
 * Public pages that have only one half: a page that the server answers and nothing draws, and a component that no
 * address leads to. The list of the web halves is part of the web distribution; the build has compared it with the
 * sources, and this compares it with what the plugins really mounted.
 */
import type { AssetSource } from '../../http/web-assets.ts'
import { publicPageList } from '../../http/web-files.ts'

/** The public pages that a plugin has mounted. */
export interface MountedPublicPages {
  readonly plugin: string
  readonly paths: readonly string[]
}

/** Sentences for the refusal of the start; none without a web distribution. */
export function publicHalfProblems(
  mounted: readonly MountedPublicPages[],
  files: Pick<AssetSource, 'get'> | undefined,
): readonly string[] {
  const list = files?.get(publicPageList)
  if (list === undefined) return []
  const drawn = JSON.parse(new TextDecoder().decode(list.plain.bytes)) as Readonly<Record<string, readonly string[]>>
  return mounted.flatMap(({ plugin, paths }) => {
    const components = Object.hasOwn(drawn, plugin) ? (drawn[plugin] ?? []) : []
    return [
      ...paths
        .filter((path) => !components.includes(path))
        .map(
          (path) =>
            `Plugin "${plugin}" mounts the public page "${path}", which its web half does not draw; add { path: '${path}', Component } to publicPages of its defineUIPlugin.`,
        ),
      ...components
        .filter((path) => !paths.includes(path))
        .map(
          (path) =>
            `The web half of plugin "${plugin}" draws the public page "${path}", which its server half does not mount; call mux.publicPage in mount.`,
        ),
    ]
  })
}
