import { useState } from 'react'
import type { EndpointOutput, Upload, UploadInput } from '@host/client'
import { FileDrop } from '../components/FileDrop.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { WriteEffects } from '../query/write-effects.ts'
import { UploadRow } from './UploadRow.tsx'

export interface FileFieldProps<U extends Upload> extends WriteEffects {
  /** The upload; its definition decides which files are accepted and how large they may be. */
  readonly upload: U
  /** The wildcards and fields beside the file. */
  readonly input: Omit<UploadInput<U>, 'file'>
  /** Purpose of the files; omit only inside a `Field`. */
  readonly label?: string
  /** Which files are meant, in words, such as "PNG or JPEG". */
  readonly hint?: string
  /** How many may be chosen at once. */
  readonly maxFiles?: number
  readonly disabled?: boolean
  /** Called for each file once it is stored. */
  readonly onUploaded?: (output: EndpointOutput<U>) => void
}

/** Files that one page sends at the same time; the host takes four of one person. */
const mostAtOnce = 2

/**
 * Uploads files as soon as they are dropped, pasted or chosen, two at a time, each with progress, cancel and retry.
 * @example <FileField label={t('expenses.receipts')} upload={addReceipt} input={{ id }} invalidates={[listReceipts]} />
 * @since 1.0.0
 */
export function FileField<U extends Upload>(props: FileFieldProps<U>) {
  const { upload, input, maxFiles, disabled = false, onUploaded, label, hint, invalidates, refreshes } = props
  const { t } = useTranslation()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [stored, setStored] = useState('')
  const remove = (file: File) => setSending((before) => before.filter((each) => each.file !== file))
  const fail = (file: File) =>
    setSending((before) => before.map((each) => (each.file === file ? { ...each, hasFailed: true } : each)))
  const add = (files: readonly File[]) =>
    setSending((before) => [...before, ...files.map((file) => ({ id: crypto.randomUUID(), file, hasFailed: false }))])
  const waiting = sending.filter(({ hasFailed }) => !hasFailed)
  const effects = { ...(invalidates && { invalidates }), ...(refreshes && { refreshes }) }
  return (
    <div className="flex flex-col gap-2">
      <FileDrop
        {...(label === undefined ? {} : { label })}
        {...(hint === undefined ? {} : { hint })}
        {...(maxFiles === undefined ? {} : { maxFiles })}
        accept={upload.upload.accept.includes('*/*') ? undefined : upload.upload.accept.join(',')}
        maxBytes={upload.upload.maxBytes}
        disabled={disabled}
        files={[]}
        onChange={add}
      />
      <span role="status" className="sr-only">
        {stored}
      </span>
      <ul className="flex flex-col gap-1 empty:hidden">
        {sending.map((each) => (
          <UploadRow
            key={each.id}
            upload={upload}
            input={{ ...input, file: each.file } as UploadInput<U>}
            effects={effects}
            isTurn={each.hasFailed || waiting.indexOf(each) < mostAtOnce}
            onRemove={() => remove(each.file)}
            onFailed={() => fail(each.file)}
            onUploaded={(output) => {
              remove(each.file)
              setStored(t('sdk.files.uploaded', { name: each.file.name }))
              onUploaded?.(output)
            }}
          />
        ))}
      </ul>
    </div>
  )
}

interface Sending {
  readonly id: string
  readonly file: File
  readonly hasFailed: boolean
}
