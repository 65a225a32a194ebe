import { Schema, type DOMOutputSpec } from 'prosemirror-model'

/** The formatting that people write emails with. A signature is one piece, with its HTML as it was made. */
export const emailSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    blockquote: {
      content: 'block+',
      group: 'block',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    bullet_list: { content: 'list_item+', group: 'block', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
    ordered_list: {
      attrs: { order: { default: 1 } },
      content: 'list_item+',
      group: 'block',
      parseDOM: [{ tag: 'ol', getAttrs: (list) => ({ order: (list as HTMLOListElement).start }) }],
      toDOM: ({ attrs }) => (attrs['order'] === 1 ? ['ol', 0] : ['ol', { start: String(attrs['order']) }, 0]),
    },
    list_item: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    signature: {
      attrs: { html: { default: '' } },
      group: 'block',
      atom: true,
      parseDOM: [{ tag: 'div.signature', getAttrs: (block) => ({ html: block.innerHTML }), priority: 60 }],
      toDOM: ({ attrs }) => signatureElement(String(attrs['html'])),
    },
    text: { group: 'inline' },
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: (): DOMOutputSpec => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [{ tag: 'a[href]', getAttrs: (link) => targetOf(link.getAttribute('href') ?? '') }],
      toDOM: ({ attrs }) => ['a', { href: String(attrs['href']) }, 0],
    },
    em: { parseDOM: [{ tag: 'i' }, { tag: 'em' }], toDOM: () => ['em', 0] },
    strong: { parseDOM: [{ tag: 'b' }, { tag: 'strong' }], toDOM: () => ['strong', 0] },
  },
})

/** The target of a link; one that emails can't have makes no link. */
function targetOf(href: string): { readonly href: string } | false {
  return /^(?:https?:\/\/|mailto:|tel:)/i.test(href) && { href }
}

/** In a document without a window, so that nothing in it loads or runs. */
const inert = document.implementation.createHTMLDocument('')

function signatureElement(html: string): HTMLElement {
  const block = inert.createElement('div')
  block.className = 'signature'
  block.innerHTML = html
  return block
}
