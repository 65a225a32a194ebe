/**
 * The HTML of public pages: the built page of the web distribution, with the head and the data of one page put in.
 *
 * Everything that comes from rows is text of tenants, so it is escaped for the place where it stands: entities in the
 * head, and in the data, which is a script element that no browser runs, no `<` at all, so that no text can end it.
 */
import { createHash } from 'node:crypto'
import type { Language } from '@host/plugin'
import { pagePolicy } from '../../http/security-headers.ts'
import type { AssetSource } from '../../http/web-assets.ts'
import type { PublicWorkspace } from './public-workspaces.ts'
import { publicDocument } from '../../http/web-files.ts'

/** One public page, ready to be written. */
export interface WrittenPage {
  /** The pattern of its address, by which the page finds its component. */
  readonly path: string
  readonly plugin: string
  /** The decoded wildcards of its address. */
  readonly params: Readonly<Record<string, string>>
  /** Its address at the public origin; undefined when no public origin is configured. */
  readonly url: string | undefined
  readonly language: Language
  readonly workspace: PublicWorkspace
  readonly title: string
  readonly description: string | undefined
  readonly isIndexed: boolean
  readonly data: unknown
}

/** HTML with its entity tag. */
export interface PageText {
  readonly html: string
  readonly etag: string
}

/** In place of the built page during development, where Vite completes it, and in a host without a web half. */
const plainTemplate = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Host</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/src/public.ts"></script>
  </body>
</html>
`

const places = ['<html lang="en">', '<title>Host</title>', '<div id="root"></div>'] as const

/** The largest page data, in characters of JSON. */
const mostData = 1024 * 1024

export class PageDocument {
  /** The policy of every public page. */
  readonly policy: string
  /** The files at the root that the page loads, by path. */
  readonly files: ReadonlySet<string>
  readonly #template: string
  /** The color of the instance, for workspaces without one. */
  readonly #accent: () => string | null

  /** @throws Error when the built page lacks a place to fill in */
  constructor(files: Pick<AssetSource, 'get'> | undefined, accent: () => string | null) {
    this.#accent = accent
    const built = files?.get(publicDocument)
    this.#template = built === undefined ? plainTemplate : new TextDecoder().decode(built.plain.bytes)
    for (const place of places) {
      if (this.#template.split(place).length !== 2) throw new Error(`${publicDocument} must have ${place} once.`)
    }
    this.files = new Set(
      [...this.#template.matchAll(/ href="(?<path>\/[\w.-]+)"/g)].map(({ groups }) => groups?.['path'] ?? ''),
    )
    this.policy = pagePolicy(this.#template)
  }

  /** @throws TypeError when the data is too large */
  write(page: WrittenPage): PageText {
    const [html, title, root] = places
    // Functions, because a replacement text would read `$&` in a tenant's text as a command.
    const text = this.#template
      .replace(html, () => `<html lang="${page.language === 'zh' ? 'zh-CN' : 'en'}">`)
      .replace(title, () => head(page))
      .replace(root, () => `${root}\n    <script type="application/json" id="public-page">${this.#data(page)}</script>`)
    return { html: text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
  }

  #data(page: WrittenPage): string {
    return dataOf(page, this.#accent())
  }
}

function head({ title, description, isIndexed, url, workspace }: WrittenPage): string {
  const tags = [
    `<title>${escaped(`${title} · ${workspace.name}`)}</title>`,
    ...(isIndexed ? [] : ['<meta name="robots" content="noindex" />']),
    ...(description === undefined ? [] : [meta('name', 'description', description)]),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:site_name', workspace.name),
    ...(description === undefined ? [] : [meta('property', 'og:description', description)]),
    ...(url === undefined ? [] : [meta('property', 'og:url', url), `<link rel="canonical" href="${escaped(url)}" />`]),
  ]
  return tags.join('\n    ')
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escaped(content)}" />`
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function dataOf(page: WrittenPage, ownAccent: string | null): string {
  const { path, plugin, params, language, title, workspace, data } = page
  const { name } = workspace
  const accent = workspace.accent ?? ownAccent
  const text = JSON.stringify({ path, plugin, params, language, title, workspace: { name, accent }, data })
  if (text.length > mostData) {
    throw new TypeError(
      `The data of the public page "${path}" has ${text.length} characters; send at most ${mostData}.`,
    )
  }
  return text.replaceAll(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
