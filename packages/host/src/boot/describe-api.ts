import { Api, type OpenApiDocument } from '@host/plugin/platform'
import { withMountedBuild, type MountedBuildOptions } from './with-mounted-build.ts'

/** The plugins to mount, and the facts of the instance that the description names. */
export type DescribeOptions = MountedBuildOptions

/** Describes the whole API of a build. @throws BootError with every problem of the stage that refused */
export async function describeApi(options: DescribeOptions): Promise<OpenApiDocument> {
  return await withMountedBuild(options, ({ parts }) => {
    const api = parts.registry.lookup('host', Api)
    if (api === undefined) throw new Error('The host has no API description.')
    return api.document()
  })
}
