import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { inputRules, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { Slice, type Node } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { EditorState, type Command, type Plugin } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { toggle } from './editor-commands.ts'
import { documentOf, htmlOf } from './email-html.ts'
import { emailSchema } from './email-schema.ts'
import { signatureView } from './signature-view.ts'

const { nodes } = emailSchema

export interface EmailEditorOptions {
  readonly html: string
  /** Attributes of the text box, for assistive technology. */
  readonly attributes: Readonly<Record<string, string>>
  /** After each change of the document or the selection; with the HTML where the document changed. */
  onUpdate(state: EditorState, html: string | undefined): void
}

/** Opens an editor within an element. */
export function openEditor(place: HTMLElement, { html, attributes, onUpdate }: EmailEditorOptions): EditorView {
  const view: EditorView = new EditorView(place, {
    state: stateOf(documentOf(html)),
    attributes,
    nodeViews: { signature: signatureView },
    transformPasted: withoutSignatures,
    handleDOMEvents: { keydown: (_view, event) => isOfThePage(event) },
    dispatchTransaction(transaction) {
      const state = view.state.apply(transaction)
      view.updateState(state)
      onUpdate(state, transaction.docChanged ? htmlOf(state.doc) : undefined)
    },
  })
  Object.assign(view.dom, { editorView: view } satisfies EditorElement)
  return view
}

interface EditorElement {
  readonly editorView?: EditorView
}

/** The editor of a text box, for tests: without a browser nothing can be typed into it. */
export function editorOf(element: Element): EditorView | undefined {
  return (element as Element & EditorElement).editorView
}

/** Begins again with other HTML, and without a history. */
export function replaceHtml(view: EditorView, html: string): void {
  view.updateState(stateOf(documentOf(html)))
}

/** Puts HTML where the cursor is. */
export function insertHtml(view: EditorView, html: string): void {
  const { content } = documentOf(html)
  view.dispatch(view.state.tr.replaceSelection(new Slice(content, 0, 0)).scrollIntoView())
  view.focus()
}

function stateOf(doc: Node): EditorState {
  return EditorState.create({ doc, plugins })
}

const lineBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
})

/** Tab leaves the editor, so lists are indented by brackets. */
const plugins: readonly Plugin[] = [
  inputRules({
    rules: [
      wrappingInputRule(/^\s*[-*]\s$/, nodes.bullet_list),
      wrappingInputRule(/^(\d{1,4})\.\s$/, nodes.ordered_list, (match) => ({ order: Number(match[1]) })),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
    ],
  }),
  history(),
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggle('bold'),
    'Mod-i': toggle('italic'),
    'Shift-Mod-8': toggle('bullets'),
    'Shift-Mod-7': toggle('numbers'),
    'Shift-Mod-9': toggle('quote'),
    'Mod-]': sinkListItem(nodes.list_item),
    'Mod-[': liftListItem(nodes.list_item),
    'Shift-Enter': lineBreak,
    Enter: splitListItem(nodes.list_item),
  }),
  keymap(baseKeymap),
]

/** Keys that send or leave; ProseMirror would take every Enter and Escape for itself. */
function isOfThePage({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Escape' || (key === 'Enter' && (ctrlKey || metaKey))
}

/** A pasted signature could be a copy of another person's, and an email has one. */
function withoutSignatures(slice: Slice): Slice {
  let has = false
  slice.content.descendants((node) => {
    has ||= node.type === nodes.signature
  })
  return has ? Slice.empty : slice
}
