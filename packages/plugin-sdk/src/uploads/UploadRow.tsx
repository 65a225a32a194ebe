import { useEffect, useEffectEvent } from 'react'
import type { EndpointOutput, Upload, UploadInput } from '@host/client'
import { Icon } from '../components/Icon.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { Progress } from '../components/Progress.tsx'
import { useErrorText } from '../components/useErrorText.ts'
import { useFormat } from '../i18n/useFormat.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { WriteEffects } from '../query/write-effects.ts'
import { useUpload } from '../query/useUpload.ts'

/** Props of `UploadRow`. */
export interface UploadRowProps<U extends Upload> {
  readonly upload: U
  readonly input: UploadInput<U>
  readonly effects: WriteEffects
  /** Whether it may be sent now; others are sent first. */
  readonly isTurn: boolean
  readonly onUploaded: (output: EndpointOutput<U>) => void
  readonly onFailed: () => void
  readonly onRemove: () => void
}

/** A file on its way to the server: how far it is, why it failed, and how to cancel or repeat it. */
export function UploadRow<U extends Upload>(props: UploadRowProps<U>) {
  const { upload: definition, input, effects, isTurn, onUploaded, onFailed, onRemove } = props
  const { t } = useTranslation()
  const format = useFormat()
  const errorText = useErrorText()
  const { upload, retry, progress, error } = useUpload(definition, {
    ...effects,
    onSuccess: onUploaded,
    onError: onFailed,
  })
  const start = useEffectEvent(() => upload(input))
  useEffect(() => {
    if (isTurn) start()
  }, [isTurn])
  const { name = t('sdk.files.unnamed'), size } = input.file as Partial<File> & Blob
  return (
    <li className="flex flex-col gap-1 rounded-control border border-line bg-surface py-1 pl-2.5 text-sm">
      <span className="flex items-center gap-2">
        <Icon name="file" className="text-subtle" />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <span className="text-xs text-subtle">{format.bytes(size)}</span>
        {error !== null && (
          <IconButton icon="refresh-cw" size="compact" label={t('sdk.files.again', { name })} onClick={retry} />
        )}
        <IconButton icon="x" size="compact" label={t('sdk.files.cancel', { name })} onClick={onRemove} />
      </span>
      {error === null ? (
        <span className="pr-2.5">
          <Progress
            label={t('sdk.files.uploading', { name })}
            {...(progress === undefined ? {} : { value: progress })}
          />
        </span>
      ) : (
        <span role="alert" className="pr-2.5 text-xs text-danger-fg">
          {error.problem?.errors?.[0]?.message ?? errorText(error).cause ?? errorText(error).title}
        </span>
      )}
    </li>
  )
}
