import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react'
import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { openEditor, replaceHtml } from './email-editor.ts'
import { EditorToolbar } from './EditorToolbar.tsx'

export interface RichTextProps {
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (html: string) => void
  /** Buttons beside those of the formatting. */
  readonly tools?: (editor: EditorView) => ReactNode
}

/** A text with formatting. A value from elsewhere replaces what is typed. */
export function RichText({ label, hint, error, value, onChange, tools }: RichTextProps) {
  const id = useId()
  const { place, editor, state } = useEditor(id, { value, error, onChange })
  return (
    <div className="flex flex-col gap-1.5">
      <span id={`${id}-label`} className="text-sm font-medium">
        {label}
      </span>
      <div className="rounded-control border border-control bg-surface focus-within:border-accent">
        {editor !== undefined && state !== undefined && (
          <EditorToolbar editor={editor} state={state} label={label}>
            {tools?.(editor)}
          </EditorToolbar>
        )}
        <div ref={place} />
      </div>
      <p id={`${id}-note`} className={error === undefined ? 'text-xs text-subtle' : 'text-xs text-danger-fg'}>
        {error ?? hint}
      </p>
    </div>
  )
}

/** The editor in an element of the page: it opens with the page, and takes values and errors from outside. */
function useEditor(id: string, { value, error, onChange }: Pick<RichTextProps, 'value' | 'error' | 'onChange'>) {
  const place = useRef<HTMLDivElement>(null)
  const known = useRef(value)
  const [editor, setEditor] = useState<EditorView>()
  const [state, setState] = useState<EditorState>()
  const changed = useEffectEvent((next: EditorState, html: string | undefined) => {
    setState(next)
    if (html === undefined) return
    known.current = html
    onChange(html)
  })
  const begin = useEffectEvent((element: HTMLElement) => {
    known.current = value
    const opened = openEditor(element, {
      html: value,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': `${id}-note`,
        class: editorClass,
      },
      onUpdate: (next, html) => changed(next, html),
    })
    setEditor(opened)
    setState(opened.state)
    return opened
  })
  useEffect(() => {
    if (place.current === null) return undefined
    const opened = begin(place.current)
    return () => opened.destroy()
  }, [])
  useEffect(() => {
    if (editor === undefined || known.current === value) return
    known.current = value
    replaceHtml(editor, value)
    setState(editor.state)
  }, [editor, value])
  useEffect(() => {
    if (error === undefined) editor?.dom.removeAttribute('aria-invalid')
    else editor?.dom.setAttribute('aria-invalid', 'true')
  }, [editor, error])
  return { place, editor, state }
}

const editorClass = [
  'min-h-72 px-3 py-2 whitespace-pre-wrap wrap-anywhere outline-none',
  '[&_p]:my-2 [&_ul]:my-2 [&_ul]:list-disc [&_ul]:ps-6 [&_ol]:my-2 [&_ol]:list-decimal [&_ol]:ps-6',
  '[&_blockquote]:my-2 [&_blockquote]:border-s-2 [&_blockquote]:border-line [&_blockquote]:ps-3',
  '[&_a]:text-accent-fg [&_a]:underline',
].join(' ')
