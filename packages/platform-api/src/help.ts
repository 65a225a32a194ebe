import { defineEndpoint, type Language } from '@host/plugin/wire'
import { typed } from './typed.ts'

/** A page of the help, in a list or as found by a search. */
export interface ListedHelpPage {
  readonly slug: string
  readonly title: string
  readonly category: 'start' | 'operations' | 'infrastructure' | 'commerce' | 'settings' | 'licensing'
  readonly order: number
  readonly plugin: string
  /** The place of the text that a search found, as plain text. */
  readonly excerpt?: string
}

export const listHelpPages = defineEndpoint({
  pattern: 'GET /api/help/docs',
  input: typed<{ readonly q?: string; readonly lang?: Language }>(),
  output: typed<{ readonly items: readonly ListedHelpPage[] }>(),
  audience: 'public',
  summary: 'List the help pages that you may read, or search them',
})

/** A page of the help to be read. */
export interface ReadHelpPage {
  readonly slug: string
  readonly title: string
  /** English where the page is not translated. */
  readonly language: Language
  /** Safe: the server makes it of Markdown by a fixed set of elements. */
  readonly html: string
  readonly styleSheet: string
}

export const readHelpPage = defineEndpoint({
  pattern: 'GET /api/help/docs/{slug}',
  input: typed<{ readonly lang?: Language }>(),
  output: typed<ReadHelpPage>(),
  audience: 'public',
  summary: 'Read a help page',
})
