import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { IconButton, useTranslation } from '@host/plugin-sdk'
import { formats, isActive, linkAt, setLink, toggle, type Format } from './editor-commands.ts'
import { LinkDialog } from './LinkDialog.tsx'

export interface EditorToolbarProps {
  readonly editor: EditorView
  readonly state: EditorState
  /** Of the text that it formats. */
  readonly label: string
  readonly children: ReactNode
}

/** Written as properties named `icon`, by which a build finds the drawings that pages need. */
const icons: Readonly<Record<Format, { readonly icon: string }>> = {
  bold: { icon: 'bold' },
  italic: { icon: 'italic' },
  bullets: { icon: 'list' },
  numbers: { icon: 'list-ordered' },
  quote: { icon: 'text-quote' },
}

/** Buttons of the formatting. Arrows go from one to the next. */
export function EditorToolbar({ editor, state, label, children }: EditorToolbarProps) {
  const { t } = useTranslation()
  const [link, setLinkText] = useState<string>()
  function run(format: Format) {
    toggle(format)(editor.state, editor.dispatch)
    editor.focus()
  }
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={t('mail.editor.toolbar', { label })}
      className="flex flex-wrap gap-1 border-b border-line p-1"
      onKeyDown={moveFocus}
    >
      {formats.map((format) => (
        <IconButton
          key={format}
          icon={icons[format].icon}
          label={t(`mail.editor.${format}`)}
          aria-pressed={isActive(state, format)}
          className="aria-pressed:bg-pressed aria-pressed:text-fg"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(format)}
        />
      ))}
      <IconButton icon="link" label={t('mail.editor.link')} onClick={() => setLinkText(linkAt(state))} />
      {children}
      {link !== undefined && (
        <LinkDialog
          initial={link}
          onClose={() => {
            setLinkText(undefined)
            editor.focus()
          }}
          onChosen={(href) => setLink(href)(editor.state, editor.dispatch)}
        />
      )}
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const buttons = Array.from(event.currentTarget.querySelectorAll<HTMLElement>(':scope > button, :scope > * > button'))
  const at = buttons.findIndex((button) => button === document.activeElement)
  if (at === -1) return
  event.preventDefault()
  buttons.at((at + step) % buttons.length)?.focus()
}
