/** Who reads an error, and in what form: a page for people outside the API, the problem body for everyone else. */
import { chosenLanguage, chosenTheme, type Language } from '@host/plugin'
import { preferredLanguage } from './language.ts'
import { isApiPath } from './router/request-path.ts'
import { takesPage } from './takes-page.ts'

/** What a request says of its reader. */
export interface AskedBy {
  readonly path: string
  readonly accept: string | null
  readonly cookies: string | null
}

/** The form of an error; `negotiated` where another reader of the same address would get another form. */
export interface ErrorForm {
  readonly isNegotiated: boolean
  /** Undefined for the problem body. */
  readonly page?: { readonly theme: 'light' | 'dark' | undefined } | undefined
}

/** The form that a request asks for. The API has one form, whatever is asked. */
export function errorForm({ path, accept, cookies }: AskedBy): ErrorForm {
  if (isApiPath(path)) return { isNegotiated: false }
  return { isNegotiated: true, page: takesPage(accept) ? { theme: chosenTheme(cookies) } : undefined }
}

/** The language of a reader: what they chose in the product counts before what their browser says. */
export function readerLanguage(cookies: string | null, acceptLanguage: string | null): Language {
  return chosenLanguage(cookies) ?? preferredLanguage(acceptLanguage)
}
