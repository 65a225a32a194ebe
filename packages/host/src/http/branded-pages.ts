/**
 * The pages of the shells with name, color and icon of the instance in their first bytes, so that nothing changes its look
 * while a page loads. They are made once for each change, and never at a request.
 */
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { accentTokens } from '@host/plugin/wire'
import type { Brand } from '@host/plugin/platform'
import { pagePolicy } from './security-headers.ts'
import type { AssetForm, AssetSource, WebAsset } from './web-assets.ts'

/** A page with its policy. */
export interface BrandedPage {
  readonly asset: WebAsset
  readonly policy: string
}

/** Reads the current brand. */
export type CurrentBrand = () => Brand

const icon = '<link rel="icon" type="image/svg+xml" href="/favicon.svg" />'
const title = '<title>Host</title>'
/** The mark in the frame that a page shows until its scripts have come. */
// bounded: the page of this build.
const frameMark = /(<div id="frame"[^>]*><header>)<svg[^]*?<\/svg>/
const logoStyle = '#frame img{border-radius:6px;object-fit:contain}'

export class BrandedPages {
  readonly #built: WebAsset
  readonly #manifest: WebAsset | undefined
  readonly #brand: CurrentBrand
  #made: { readonly brand: Brand; readonly page: BrandedPage; readonly manifest: WebAsset | undefined } | undefined

  constructor(assets: Pick<AssetSource, 'get'>, page: WebAsset, brand: CurrentBrand) {
    this.#built = page
    this.#manifest = assets.get('manifest.webmanifest')
    this.#brand = brand
  }

  /** `index.html`. */
  get page(): BrandedPage {
    return this.#current().page
  }

  /** Undefined for a build without one. */
  get manifest(): WebAsset | undefined {
    return this.#current().manifest
  }

  #current() {
    const brand = this.#brand()
    if (this.#made?.brand === brand) return this.#made
    return (this.#made = { brand, page: this.#page(brand), manifest: this.#branded(this.#manifest, brand) })
  }

  #page(brand: Brand): BrandedPage {
    const html = textOf(this.#built)
    const isPlain = brand.name === null && brand.accent === null && brand.logo === null
    if (isPlain) return { asset: this.#built, policy: pagePolicy(html) }
    const text = brandedHtml(html, brand)
    return { asset: assetOf(this.#built.type, text), policy: pagePolicy(text) }
  }

  #branded(manifest: WebAsset | undefined, { name }: Brand): WebAsset | undefined {
    if (manifest === undefined || name === null) return manifest
    const facts = JSON.parse(textOf(manifest)) as object
    return assetOf(manifest.type, JSON.stringify({ ...facts, name, short_name: name }))
  }
}

/** A page with the brand in its head. */
export function brandedHtml(html: string, { name, accent, logo }: Brand): string {
  const safe = escaped(name ?? 'Host')
  const head = [
    `<title>${safe}</title>`,
    ...(name === null ? [] : [`<meta name="application-name" content="${safe}" />`]),
    ...(logo === null ? [] : [`<meta name="logo" content="${escaped(logo)}" />`]),
    ...(accent === null && logo === null
      ? []
      : [`<style>${accent === null ? '' : accentStyle(accent)}${logoStyle}</style>`]),
  ].join('\n    ')
  // Functions, because a replacement text would read `$&` in a name as a command.
  return html
    .replace(title, () => head)
    .replace(icon, () => (logo === null ? icon : `<link rel="icon" href="${escaped(logo)}" />`))
    .replace(frameMark, (text, start: string) => (logo === null ? text : `${start}${frameLogo(logo)}`))
    .replace(/<noscript>[^<]*<\/noscript>/, (text) => (name === null ? text : text.replaceAll('Host', () => safe)))
}

/**
 * Named twice, so that it wins over the colors of the product wherever these stand in the page; a workspace's color is set on
 * the element.
 */
function accentStyle(accent: string): string {
  const tokens = Object.entries(accentTokens(accent)).map(([token, value]) => `${token}:${value}`)
  return `:root:root{${tokens.join(';')}}`
}

function frameLogo(logo: string): string {
  return `<img src="${escaped(logo)}" width="24" height="24" alt="">`
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function textOf({ plain }: WebAsset): string {
  return new TextDecoder().decode(plain.bytes)
}

function assetOf(type: string, text: string): WebAsset {
  const bytes = new TextEncoder().encode(text)
  const br = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  return Object.freeze({ type, plain: formOf(bytes), br: formOf(br), gzip: formOf(gzipSync(bytes)) })
}

function formOf(bytes: Uint8Array): AssetForm {
  return Object.freeze({ bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` })
}
