/** Elements and attributes of an email that is written here. All others are left out. */

const words = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '))

/** Elements that stay. The content of an unknown one stays without it. */
export const kept = words(
  'html head body title style meta a abbr address b bdi bdo big blockquote br caption center cite code col colgroup dd del',
  'dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q s samp',
  'section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr',
)

export const voids = words('br col hr img meta wbr')

/** Elements that go with their content, read as raw text. */
export const rawDropped = words('script iframe noembed noframes noscript xmp')

/** The same whose content has elements. */
export const treeDropped = words('svg math object applet template select audio video canvas frameset')

/** Elements whose end tag is often left out, so that the next one begins beside it. */
export const siblings = words('p li dt dd tr td th option')

const attributes = words(
  'abbr align alt bgcolor border cellpadding cellspacing cite class color colspan datetime dir face headers height hspace id',
  'lang nowrap reversed role rowspan scope size span start summary title type valign value vspace width',
)

const pictures = /^(?:https?:|cid:|data:image\/(?:png|jpe?g|gif|webp);base64,)/i
const targets = /^(?:https?|mailto|tel|sms|cid):/i
const metaNames = words(
  'viewport color-scheme supported-color-schemes format-detection x-apple-disable-message-reformatting',
)

/** The value of an attribute that stays; undefined for one that is left out. */
export function keptValue(element: string, name: string, value: string): string | undefined {
  if (element === 'meta') return keptMeta(name, value)
  if (name === 'style') return isSafeCss(value) ? value : undefined
  if (name === 'href') return element === 'a' && isTarget(value) ? value.trim() : undefined
  if (name === 'src' || name === 'background') return pictures.test(compact(value)) ? value.trim() : undefined
  if (name === 'cite') return isTarget(value) ? value.trim() : undefined
  if (name === 'media') return element === 'style' ? value : undefined
  return attributes.has(name) || /^aria-(?:label|hidden)$/.test(name) ? value : undefined
}

function keptMeta(name: string, value: string): string | undefined {
  if (name === 'charset' || name === 'content') return value
  return name === 'name' && metaNames.has(value.toLowerCase()) ? value : undefined
}

/** Without the characters that browsers skip in addresses. */
const compact = (value: string): string => value.replaceAll(/[\p{Cc}\s]+/gu, '')

/** A scheme that is known, a part of the email, or an address without a scheme. */
function isTarget(value: string): boolean {
  const address = compact(value)
  return targets.test(address) || !/^[^/?#]*:/.test(address)
}

/** CSS without anything that runs or loads a sheet. Escapes and comments could hide it, so they are undone first. */
export function isSafeCss(css: string): boolean {
  const plain = css
    .replaceAll(/\\([\da-f]{1,6})\s?/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\/\*|\*\/|\\/g, ' ')
  return !/expression\s*\(|-moz-binding|(?<![-\w])behaviou?r\s*:|(?:java|vb)script\s*:|@import|<\/?\w/i.test(plain)
}
