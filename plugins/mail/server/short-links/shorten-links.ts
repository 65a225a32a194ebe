import { linksOfHtml, type HtmlLink } from '@host/email'
import { Problem } from '@host/plugin'
import type { WrittenEmail } from '../compose/compose-outgoing.ts'
import type { Sender } from '../compose/senders.ts'
import { linksOfText } from '../compose/text-links.ts'
import type { Parts } from '../parts.ts'
import { shortLinksOf, type ShortLinks } from './short-links-of.ts'

interface Sending {
  readonly written: WrittenEmail
  readonly sender: Sender
}

/** Short links that one call makes; other addresses stay as they are. */
const most = 100

/**
 * Emails whose links are short links, where their mailboxes want that. Each address has one short link in a call. An
 * address that gets none stays: addresses on hosts of short links, and all others once the plan has no room.
 */
export async function shortenLinks(
  parts: Pick<Parts, 'ctx' | 'features'>,
  { orgId, userId }: { readonly orgId: string; readonly userId: string },
  emails: readonly Sending[],
): Promise<readonly WrittenEmail[]> {
  const links = emails.some(({ sender }) => sender.shortensLinks) ? await shortLinksOf(parts, orgId) : undefined
  if (links === undefined) return emails.map(({ written }) => written)
  const maker = new LinkMaker(parts, links, { orgId, userId })
  const shortened: WrittenEmail[] = []
  for (const { sender, written } of emails) {
    shortened.push(sender.shortensLinks ? await shortenEmail(maker, written) : written)
  }
  return shortened
}

async function shortenEmail(maker: LinkMaker, email: WrittenEmail): Promise<WrittenEmail> {
  const { text, html, unsubscribeUrl } = email
  // Mail programs call the unsubscribe address too, which would count as clicks.
  const kept = (url: string): boolean => url === unsubscribeUrl || !isPage(url)
  const shorten = async (body: string, found: readonly HtmlLink[]): Promise<string> => {
    const pieces: string[] = []
    let from = 0
    for (const { start, end, url } of found) {
      const short = kept(url) ? undefined : await maker.shortOf(url)
      pieces.push(body.slice(from, start), short ?? body.slice(start, end))
      from = end
    }
    return pieces.join('') + body.slice(from)
  }
  return {
    ...email,
    text: text === undefined ? undefined : await shorten(text, linksOfText(text)),
    html: html === undefined ? undefined : await shorten(html, linksOfHtml(html)),
  }
}

/** Whether people read what is at an address: not a picture, nor a part of a page. */
function isPage(text: string): boolean {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  return url !== null && !/\.(?:avif|bmp|css|gif|ico|jpe?g|m?js|otf|png|svg|ttf|webp|woff2?)$/i.test(url.pathname)
}

class LinkMaker {
  readonly #parts: Pick<Parts, 'ctx'>
  readonly #links: ShortLinks
  readonly #caller: { readonly orgId: string; readonly userId: string }
  /** By address; undefined for one that has none. */
  readonly #known = new Map<string, string | undefined>()
  #left = most

  constructor(
    parts: Pick<Parts, 'ctx'>,
    links: ShortLinks,
    caller: { readonly orgId: string; readonly userId: string },
  ) {
    this.#parts = parts
    this.#links = links
    this.#caller = caller
  }

  async shortOf(url: string): Promise<string | undefined> {
    if (this.#known.has(url)) return this.#known.get(url)
    if (this.#left === 0) return undefined
    this.#left -= 1
    const short = await this.#create(url)
    this.#known.set(url, short)
    return short
  }

  async #create(url: string): Promise<string | undefined> {
    const { orgId, userId } = this.#caller
    try {
      return (await this.#links.create(orgId, { url, userId })).shortUrl
    } catch (error) {
      // Only the address itself was refused: others may get one.
      if (error instanceof Problem && error.code === 'invalid_input') return undefined
      this.#left = 0
      if (!(error instanceof Problem)) this.#parts.ctx.log.error('A link of an email was not shortened', { error })
      return undefined
    }
  }
}
