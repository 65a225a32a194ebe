import { useState } from 'react'
import { Textarea } from '@host/plugin-sdk'

export interface AddressLinesProps {
  readonly value: readonly string[]
  readonly onChange: (addresses: string[]) => void
}

/** Addresses and ranges, one in a line. */
export function AddressLines({ value, onChange }: AddressLinesProps) {
  const [text, setText] = useState(() => value.join('\n'))
  function change(typed: string) {
    setText(typed)
    onChange(typed.split(/[\s,]+/).filter((line) => line !== ''))
  }
  return (
    <Textarea
      value={text}
      rows={2}
      spellCheck={false}
      placeholder="192.0.2.0/24"
      onChange={(event) => change(event.target.value)}
    />
  )
}
