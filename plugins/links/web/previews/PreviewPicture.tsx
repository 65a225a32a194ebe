import { Button, ErrorNote, Field, FileField, useFormat, useMutation, useTranslation } from '@host/plugin-sdk'
import { changePicture, linkLimits, listLinks, readLink, removePicture, type Link } from '../../shared.ts'

const effects = { invalidates: [readLink, listLinks] } as const

/** The picture of a preview. A new one replaces the last at once. */
export function PreviewPicture({ link: { id, previewPicture } }: { readonly link: Link }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { mutate, error, isPending } = useMutation(removePicture, effects)
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="w-full">
        <Field label={t('links.preview.picture')} optional>
          <FileField
            {...effects}
            hint={t('links.preview.pictureHint', { side: format.number(linkLimits.pictureSide) })}
            upload={changePicture}
            input={{ id }}
            maxFiles={1}
            disabled={isPending}
          />
        </Field>
      </div>
      {previewPicture !== null && (
        <Button icon="trash" busy={isPending} onClick={() => mutate({ id })}>
          {t('links.preview.remove')}
        </Button>
      )}
      <ErrorNote error={error} />
    </div>
  )
}
