/** The reader of an error, and its form: a page for people outside the API, the problem body for all others. */
import type { Language } from '@host/plugin'
import { chosenLanguage, chosenTheme } from '@host/plugin/platform'
import { preferredLanguage } from './language.ts'
import { isApiPath } from './router/request-path.ts'
import type { PageBrand } from './problem-page.ts'
import { takesPage } from './takes-page.ts'

/** Facts of a request about its reader. */
export interface AskedBy {
  readonly path: string
  readonly accept: string | null
  readonly cookies: string | null
}

/** The form of an error; `negotiated` where another reader of the same address would get another form. */
export interface ErrorForm {
  readonly isNegotiated: boolean
  /** Undefined for the problem body. */
  readonly page?: ErrorPage | undefined
}

/** How the page of an error looks. */
export interface ErrorPage {
  readonly theme: 'light' | 'dark' | undefined
  /** Whether it has nothing of the product: its reader is on the domain of a workspace. */
  readonly isNeutral?: boolean
  /** Of the instance, unless the page is neutral. */
  readonly brand?: PageBrand | undefined
}

/** The form of an error on the domain of a workspace. */
export function siteErrorForm(accept: string | null): ErrorForm {
  return { isNegotiated: true, page: takesPage(accept) ? { theme: undefined, isNeutral: true } : undefined }
}

/** The form requested. The API has one form, whatever is requested. */
export function errorForm({ path, accept, cookies }: AskedBy): ErrorForm {
  if (isApiPath(path)) return { isNegotiated: false }
  return { isNegotiated: true, page: takesPage(accept) ? { theme: chosenTheme(cookies) } : undefined }
}

/** The language of a reader: the choice made in the product takes precedence over the browser's. */
export function readerLanguage(cookies: string | null, acceptLanguage: string | null): Language {
  return chosenLanguage(cookies) ?? preferredLanguage(acceptLanguage)
}
