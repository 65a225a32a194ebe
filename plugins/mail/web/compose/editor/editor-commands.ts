import { toggleMark, wrapIn, lift } from 'prosemirror-commands'
import type { NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { emailSchema } from './email-schema.ts'

const { nodes, marks } = emailSchema

/** The formatting of the toolbar. */
export const formats = ['bold', 'italic', 'bullets', 'numbers', 'quote'] as const
export type Format = (typeof formats)[number]

const wrappers = { bullets: nodes.bullet_list, numbers: nodes.ordered_list, quote: nodes.blockquote } as const

/** Adds a formatting to the selection, or takes it away. */
export function toggle(format: Format): Command {
  if (format === 'bold') return toggleMark(marks.strong)
  if (format === 'italic') return toggleMark(marks.em)
  const type = wrappers[format]
  return (state, dispatch) => {
    if (isWithin(state, type)) return (format === 'quote' ? lift : liftListItem(nodes.list_item))(state, dispatch)
    return (format === 'quote' ? wrapIn(type) : wrapInList(type))(state, dispatch)
  }
}

export function isActive(state: EditorState, format: Format): boolean {
  if (format === 'bold') return hasMark(state, 'strong')
  if (format === 'italic') return hasMark(state, 'em')
  return isWithin(state, wrappers[format])
}

function hasMark({ selection, doc, storedMarks }: EditorState, name: 'strong' | 'em'): boolean {
  const { from, to, empty, $from: at } = selection
  const type = marks[name]
  return empty ? type.isInSet(storedMarks ?? at.marks()) !== undefined : doc.rangeHasMark(from, to, type)
}

function isWithin({ selection: { $from: at } }: EditorState, type: NodeType): boolean {
  return Array.from({ length: at.depth + 1 }, (_, depth) => at.node(depth).type).includes(type)
}

/** The target of the link at the selection; empty for none. */
export function linkAt({ selection: { $from: at }, doc, selection }: EditorState): string {
  const mark = marks.link.isInSet(at.marks()) ?? marks.link.isInSet(doc.nodeAt(selection.from)?.marks ?? [])
  return mark === undefined ? '' : String(mark.attrs['href'])
}

/** Links the selection, or writes the address as a link. An empty address removes the link. */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const { from, to, empty } = linked(state)
    const cleared = state.tr.removeMark(from, to, marks.link)
    const mark = marks.link.create({ href })
    if (href === '') dispatch?.(cleared)
    else if (empty) dispatch?.(cleared.replaceSelectionWith(emailSchema.text(href, [mark]), false))
    else dispatch?.(cleared.addMark(from, to, mark))
    return true
  }
}

/** The selection, or the whole link that it is in. */
function linked({ selection, doc }: EditorState): {
  readonly from: number
  readonly to: number
  readonly empty: boolean
} {
  const { from, to, empty, $from: at } = selection
  const mark = marks.link.isInSet(at.marks())
  if (!empty || mark === undefined) return { from, to, empty }
  let [start, end] = [from, to]
  doc.nodesBetween(at.start(), at.end(), (node, place) => {
    if (!node.isText || !mark.isInSet(node.marks)) return
    start = Math.min(start, place)
    end = Math.max(end, place + node.nodeSize)
  })
  return { from: start, to: end, empty: false }
}
