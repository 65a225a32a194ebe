/**
 * Help pages as resources, one `help://<slug>` each, as Markdown in the language of the request. Only pages of enabled
 * features of the workspace are listed and readable.
 */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { Language } from '@host/plugin'
import { helpMarkdown, type HelpLibraryService, type HelpPage } from '@host/plugin/platform'
import { pageAfter } from '../serve/cursor.ts'

/** The workspace and language of a help reader. */
export interface HelpReader {
  readonly orgId: string
  readonly language: Language
}

const scheme = 'help://'
const type = 'text/markdown'
const pageSize = 100

/** Where the page of a slug is. */
export function helpUri(slug: string): string {
  return `${scheme}${slug}`
}

export const helpTemplates = Object.freeze([
  Object.freeze({
    uriTemplate: `${scheme}{slug}`,
    name: 'help-page',
    title: 'A page of the help',
    description: 'The slug is the last part of the page URL, /help/<slug>.',
    mimeType: type,
  }),
])

/** A part of the list of pages. @throws ProtocolError for a cursor that no list gave */
export async function listHelp(library: HelpLibraryService, reader: HelpReader, cursor: string | undefined) {
  const pages = await library.list(reader.orgId)
  const { items, nextCursor } = pageAfter(pages, { cursor, size: pageSize, keyOf: ({ slug }) => slug })
  const resources = items.map((page) => resourceOf(page, reader.language))
  return nextCursor === undefined ? { resources } : { resources, nextCursor }
}

/** A page. @throws ResourceNotFoundError */
export async function readHelp(library: HelpLibraryService, { orgId, language }: HelpReader, uri: string) {
  if (typeof uri !== 'string') throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The resource has no URI.')
  const slug = /^help:\/\/([a-z0-9-]{1,200})\/?$/.exec(uri)?.[1]
  const page = slug === undefined ? undefined : (await library.list(orgId)).find((one) => one.slug === slug)
  if (page === undefined) throw new ResourceNotFoundError(uri.slice(0, 200))
  const text = helpMarkdown(page.texts[language] ?? page.texts.en)
  return { contents: [{ uri: helpUri(page.slug), mimeType: type, text }] }
}

function resourceOf({ slug, texts, category }: HelpPage, language: Language) {
  const { title } = texts[language] ?? texts.en
  return { uri: helpUri(slug), name: slug, title, description: `Help (${category})`, mimeType: type }
}
