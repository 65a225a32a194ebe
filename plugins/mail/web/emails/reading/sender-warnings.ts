import type { EmailAddress } from '../../../shared.ts'

/** Why a sender may not be who its name says. */
export type SenderWarning =
  | { readonly kind: 'name-is-address'; readonly shown: string }
  | { readonly kind: 'mixed-scripts'; readonly domain: string }
  | { readonly kind: 'look-alike'; readonly domain: string }
  | { readonly kind: 'encoded-domain'; readonly domain: string }
  | { readonly kind: 'other-reply'; readonly address: string }

/** Scripts whose letters are mistaken for Latin ones. Those of East Asia are written together with Latin. */
const lookAlikes = [/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u]
const latin = /\p{Script=Latin}/u
/** Cyrillic and Greek letters that are hardly told from Latin ones. */
const latinShapes = /^[\d-]*(?:[авеёзкмнорстухѕіїјѵһԁԛԝүұғӏαικνορτυχѡ][\d-]*)+$/u
// bounded: names have at most 255 characters.
const addressInName = /[^\s<>()"',;:@]{1,64}@[^\s<>()"',;:@]{1,190}/u

/** Warnings about the sender of an email, the worst first. */
export function senderWarnings(from: EmailAddress, replyTo: readonly EmailAddress[] = []): readonly SenderWarning[] {
  const warnings: SenderWarning[] = []
  const shown = addressInName.exec(from.name.normalize('NFKC'))?.[0]
  if (shown !== undefined && !isSame(shown, from.address)) warnings.push({ kind: 'name-is-address', shown })
  const domain = domainOf(from.address)
  const labels = domain.split('.')
  if (labels.some(mixesScripts)) warnings.push({ kind: 'mixed-scripts', domain })
  else if (imitatesLatin(labels)) warnings.push({ kind: 'look-alike', domain })
  else if (labels.some(isEncoded)) warnings.push({ kind: 'encoded-domain', domain })
  const other = replyTo.find(({ address }) => domainOf(address) !== domain)
  if (other !== undefined) warnings.push({ kind: 'other-reply', address: other.address })
  return warnings
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

function isSame(one: string, other: string): boolean {
  return one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase()
}

/** Latin letters together with similar ones of another script, or two of those scripts. */
function mixesScripts(label: string): boolean {
  const others = lookAlikes.filter((script) => script.test(label)).length
  return others > 1 || (others === 1 && latin.test(label))
}

/** A label whose letters all look like Latin ones, below a domain in Latin letters. */
function imitatesLatin(labels: readonly string[]): boolean {
  return latin.test(labels.at(-1) ?? '') && labels.some((label) => latinShapes.test(label))
}

/** Punycode, which a browser does not decode: its letters may look like others. */
function isEncoded(label: string): boolean {
  return label.startsWith('xn--')
}
