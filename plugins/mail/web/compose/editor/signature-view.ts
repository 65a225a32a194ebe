import createPurifier from 'dompurify'
import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'

const shown = {
  ALLOWED_TAGS: 'p br b strong i em u a ul ol li div span table tbody tr td small'.split(' '),
  ALLOWED_ATTR: ['href'],
  RETURN_DOM_FRAGMENT: true,
} as const

/** A signature in the editor: its text and links, without its styles and pictures. */
export function signatureView({ attrs }: Node): NodeView {
  const dom = document.createElement('div')
  dom.className = 'my-2 border-s-2 border-line ps-3 text-muted'
  dom.contentEditable = 'false'
  const purifier = createPurifier(window)
  dom.append(
    purifier.sanitize(String(attrs['html']), {
      ...shown,
      ALLOWED_TAGS: [...shown.ALLOWED_TAGS],
      ALLOWED_ATTR: ['href'],
    }),
  )
  return { dom, ignoreMutation: () => true }
}
