import { serviceToken } from '../service.ts'

/** A host of a workspace with a public page of the plugin at its root. */
export interface PageHost {
  /** In lower case, with A-labels; `*.` and a name for every name below it. */
  readonly host: string
  /** The path of the page below `/p/` and the plugin's name. */
  readonly page: string
  /** Whether the workspace has proved that it controls the name. The host answers only then. */
  readonly isProved: boolean
}

/**
 * Public pages on the domains of a workspace. The host's root is the page, and the plugin's other public pages of the
 * workspace are at their own paths. Changes are part of the transaction that they are made in.
 */
export interface PageHostsService {
  /**
   * Puts a public page of the plugin at the root of a host, in place of the one there.
   * @param host a name, or `*.` and a name @param page the path of a page of the workspace, such as `/p/notes/menu`
   * @throws Problem `invalid_input`, `conflict` for a host of another plugin, `not_found` for an unknown workspace
   */
  assign(orgId: string, host: string, page: string): Promise<PageHost>
  /** @throws Problem `not_found` when the workspace has no such host of the plugin */
  release(orgId: string, host: string): Promise<void>
  list(orgId: string): Promise<readonly PageHost[]>
  /**
   * The address of a public page, for emails and feeds: on the workspace's domain when one answers, otherwise on the
   * instance's host. Undefined for an instance without a public URL.
   * @param page its path @example await hosts.urlOf(orgId, '/p/notes/menu') // 'https://menu.example.com/'
   */
  urlOf(orgId: string, page: string): Promise<string | undefined>
}

/**
 * Public pages on the domains of a workspace.
 *
 * Audience: authors.
 */
export const PageHosts = serviceToken<PageHostsService>('core.page-hosts')
