import type { HelpCategory } from '../help.ts'
import { serviceToken } from '../service.ts'

/** A help page in one language. */
export interface HelpText {
  readonly title: string
  /** Markdown with the fixed set of components, without front matter; never evaluated. */
  readonly body: string
}

/** A help page of a plugin of this build. */
export interface HelpPage {
  /** Served under `/help/<slug>`; where two plugins have one slug, the later one's page is `<plugin>-<slug>`. */
  readonly slug: string
  readonly plugin: string
  readonly category: HelpCategory
  /** 0 when the page says nothing. */
  readonly order: number
  /** The feature that the page is about, where it is not the plugin's own. */
  readonly feature?: string | undefined
  readonly texts: { readonly en: HelpText; readonly zh?: HelpText | undefined }
}

/** The help pages of all plugins, from their folders and made at run time. */
export interface HelpLibraryService {
  /**
   * The pages that a workspace may read, in the order of the categories, then of `order`, then of the title. A
   * page is there while the feature of its plugin is on, and the one that it names. Without a workspace these are all
   * pages of the build.
   */
  list(orgId: string | undefined): Promise<readonly HelpPage[]>
  /**
   * The pages for the caller of a request: those of the workspace of their session or API token, whatever the token's
   * scopes are, else those without a workspace. For public routes, where `ctx.orgId` knows a token within its scopes
   * alone.
   * @throws Problem `unauthenticated` for a bearer that is not a token of this host
   */
  listFor(request: Request): Promise<readonly HelpPage[]>
}

/**
 * The help pages of all plugins.
 *
 * Audience: platform.
 * @since 1.0.0
 */
export const HelpLibrary = serviceToken<HelpLibraryService>('core.help-library')
