import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { ParamsOf, PublicPage } from '@host/plugin/wire'
import { useSentPublicPage } from './public-page-context.ts'

/** A public page as its component reads it. */
export interface ShownPublicPage<Page extends PublicPage> {
  readonly data: StandardSchemaV1.InferOutput<Page['data']>
  /** The decoded wildcards of the path. */
  readonly params: ParamsOf<Page['path']>
  /** The name of the workspace that shares the page. */
  readonly workspace: string
}

/**
 * The data that the server sent with a public page.
 * @throws Error on any other page
 * @example const { data } = usePublicPage(sharedNote)
 * @since 1.0.0
 */
export function usePublicPage<Page extends PublicPage>(page: Page): ShownPublicPage<Page> {
  const { path, data, params, workspace } = useSentPublicPage()
  if (path !== page.path) throw new Error(`The page "${page.path}" is read on the public page "${path}".`)
  // The server validated the data with the schema of this definition.
  return { data, params: params as never, workspace: workspace.name }
}
