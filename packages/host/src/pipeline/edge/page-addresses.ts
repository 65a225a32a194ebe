/** Addresses of public pages: on a domain of their workspace where one answers, otherwise on the instance's host. */
import type { EdgeDirectory } from './edge-directory.ts'

/** Options of the addresses. */
export interface PageAddressOptions {
  readonly publicUrl: URL | undefined
  readonly directory: Pick<EdgeDirectory, 'hostsOf'> | undefined
}

/** A page of a workspace. */
export interface PagePlace {
  readonly orgId: string
  readonly plugin: string
  /** Escaped, as in an address. */
  readonly path: string
}

/** The address of a page; undefined without a public URL. */
export type FindPageAddress = (place: PagePlace) => Promise<string | undefined>

/** The domains share the scheme and the port of the public URL, since the same listener answers them. */
export function pageAddresses({ publicUrl, directory }: PageAddressOptions): FindPageAddress {
  return async ({ orgId, plugin, path }) => {
    if (publicUrl === undefined) return undefined
    const hosts = (await directory?.hostsOf(orgId, plugin)) ?? []
    const root = hosts.find(({ page }) => page === path)
    const { host } = root ?? hosts[0] ?? {}
    if (host === undefined) return publicUrl.origin + path
    return originBeside(publicUrl, host) + (root === undefined ? path : '/')
  }
}

/** The origin of another host of the same listener. */
export function originBeside(publicUrl: URL | undefined, host: string): string {
  const port = publicUrl === undefined || publicUrl.port === '' ? '' : `:${publicUrl.port}`
  return `${publicUrl?.protocol ?? 'http:'}//${host}${port}`
}
