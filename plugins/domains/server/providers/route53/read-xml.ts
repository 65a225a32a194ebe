/**
 * Reads the XML of an answer into elements. It reads elements and text, and nothing else: a document with a DOCTYPE, a
 * comment or CDATA is refused, so there are no entities but the five of XML and those by number. Attributes are skipped.
 * Depth and count are bounded; the length is that of the answer.
 */

/** An element: its text without that of the elements in it. */
export interface XmlElement {
  readonly name: string
  readonly text: string
  readonly elements: readonly XmlElement[]
}

const deepest = 20
const mostElements = 200_000

interface OpenElement {
  readonly name: string
  text: string
  readonly elements: XmlElement[]
}

// bounded: each text ends at "<", and each tag at ">".
const token = /<(?<end>\/)?(?<name>[A-Za-z][\w.-]*)(?<attributes>\s[^<>]*?)?(?<empty>\/)?>|(?<text>[^<]+)/y
const declaration = /^\uFEFF?(?:<\?xml [^<>?]*\?>)?/

/** The root element. @throws TypeError for a document that isn't in this form */
export function readXml(document: string): XmlElement {
  const root: OpenElement = { name: '', text: '', elements: [] }
  const open = [root]
  let count = 0
  token.lastIndex = declaration.exec(document)?.[0].length ?? 0
  while (token.lastIndex < document.length) {
    const { end, name = '', empty, text } = token.exec(document)?.groups ?? fail()
    const current = open.at(-1) ?? fail()
    if (text !== undefined) current.text += decode(text)
    else if (end !== undefined) close(open, name)
    else {
      count += 1
      const element = { name, text: '', elements: [] }
      current.elements.push(element)
      if (empty === undefined) open.push(element)
    }
    if (count > mostElements || open.length > deepest) fail()
  }
  const [element] = root.elements
  if (open.length !== 1 || root.elements.length !== 1 || root.text.trim() !== '') fail()
  return element ?? fail()
}

/** The text at a path of names below an element; undefined where there is none. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  return elementAt(element, ...path)?.text
}

/** The first element at a path of names. */
export function elementAt(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce((at: XmlElement | undefined, name) => at?.elements.find((each) => each.name === name), element)
}

function close(open: OpenElement[], name: string): void {
  if (open.length < 2 || open.pop()?.name !== name) fail()
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#x(?<hex>[\da-f]{1,6})|#(?<decimal>\d{1,7})|(?<name>\w{1,8}));|&/gi, (...found) => {
    const { hex, decimal, name = '' } = (found.at(-1) ?? {}) as Readonly<Record<string, string | undefined>>
    if (hex === undefined && decimal === undefined) return entities[name] ?? fail()
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0x10_ffff ? fail() : String.fromCodePoint(code)
  })
}

function fail(): never {
  throw new TypeError('The answer is not XML in the form that is read here.')
}
