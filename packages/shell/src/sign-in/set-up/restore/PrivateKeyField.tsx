import { useRef, useState } from 'react'
import { Button, Field, PasswordInput, useTranslation } from '@host/plugin-sdk'
import { keyIn } from './key-in.ts'

export interface PrivateKeyFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Whether the host may have the key itself. */
  readonly isOptional: boolean
  readonly error: string | undefined
}

/** Larger files are no key files. */
const largestFile = 10_000

/** The private key of an encrypted backup, pasted or read from its file. It is stored nowhere. */
export function PrivateKeyField({ value, onChange, isOptional, error }: PrivateKeyFieldProps) {
  const { t } = useTranslation()
  const file = useRef<HTMLInputElement>(null)
  const [isWrongFile, setWrongFile] = useState(false)
  const change = (given: string) => {
    setWrongFile(false)
    onChange(given)
  }
  async function read(chosen: File | undefined) {
    if (chosen === undefined) return
    const key = chosen.size > largestFile ? undefined : keyIn(await chosen.text())
    if (key === undefined) setWrongFile(true)
    else change(key)
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="w-full">
        <Field
          label={t('shell.restore.key')}
          hint={t(isOptional ? 'shell.restore.keyOptional' : 'shell.restore.keyHint')}
          error={isWrongFile ? t('shell.restore.keyFileWrong') : error}
          required={!isOptional}
          optional={isOptional}
        >
          <PasswordInput
            name="identity"
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={(event) => change(keyIn(event.target.value) ?? event.target.value)}
          />
        </Field>
      </div>
      <Button size="compact" onClick={() => file.current?.click()}>
        {t('shell.restore.keyFile')}
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={t('shell.restore.keyFile')}
        onChange={(event) => {
          void read(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </div>
  )
}
