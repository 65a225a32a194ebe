import { DOMParser as DocumentParser, DOMSerializer, type Node } from 'prosemirror-model'
import { emailSchema } from './email-schema.ts'

const parser = DocumentParser.fromSchema(emailSchema)
const serializer = DOMSerializer.fromSchema(emailSchema)

const editable = 'p, br, b, strong, i, em, a, ul, ol, li, blockquote, div.signature, div.signature *, meta'

/** The body of HTML, in a document in which nothing loads or runs. */
function bodyOf(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body
}

/** Whether the editor can show all of some HTML. Other formatting would be lost. */
export function isEditable(html: string): boolean {
  const elements = Array.from(bodyOf(html).querySelectorAll('*'))
  return elements.every((each) => each.matches(editable) && (!each.hasAttribute('style') || isInSignature(each)))
}

const isInSignature = (element: Element): boolean => element.closest('div.signature') !== null

/** The document of some HTML, with a paragraph to write in before a signature or a quote. */
export function documentOf(html: string): Node {
  const body = bodyOf(html)
  // The space between blocks belongs to no paragraph.
  const read = parser.parse(body)
  const first = read.firstChild?.type.name
  if (first === 'paragraph' || first === 'bullet_list' || first === 'ordered_list') return read
  const paragraph = emailSchema.nodes.paragraph.create()
  return read.copy(read.content.addToStart(paragraph))
}

/** The HTML of a document. An empty one has none. */
export function htmlOf(document: Node): string {
  const isEmpty = document.childCount === 1 && document.content.size === 2
  if (isEmpty && document.firstChild?.type.name === 'paragraph') return ''
  const holder = window.document.implementation.createHTMLDocument('')
  const body = holder.createElement('div')
  body.append(serializer.serializeFragment(document.content, { document: holder }))
  return body.innerHTML
}
