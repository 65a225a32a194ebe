import { useState } from 'react'
import { Textarea } from '@host/plugin-sdk'

export interface NameLinesProps {
  readonly value: readonly string[] | undefined
  readonly onChange: (names: string[]) => void
}

/** Names of a zone, one in a line. */
export function NameLines({ value, onChange }: NameLinesProps) {
  const [text, setText] = useState(() => value?.join('\n') ?? '')
  function change(typed: string) {
    setText(typed)
    onChange(typed.split(/[\s,]+/).filter((line) => line !== ''))
  }
  return (
    <Textarea
      name="names"
      value={text}
      rows={2}
      spellCheck={false}
      placeholder="home"
      onChange={(event) => change(event.target.value)}
    />
  )
}
