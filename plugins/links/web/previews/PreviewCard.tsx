import { useApiHref, useTranslation } from '@host/plugin-sdk'
import type { Link } from '../../shared.ts'

export interface PreviewCardProps {
  readonly link: Link
  /** As typed. */
  readonly title: string | undefined
  readonly description: string | undefined
}

/** A link as messengers draw it. */
export function PreviewCard({ link: { host, slug, previewPicture }, title = '', description = '' }: PreviewCardProps) {
  const { t } = useTranslation()
  const apiHref = useApiHref()
  return (
    <figure
      aria-label={t('links.preview.card')}
      className="w-full max-w-md overflow-hidden rounded-card border border-line bg-surface text-sm"
    >
      {previewPicture !== null && (
        <img
          src={apiHref(previewPicture.path)}
          alt=""
          className="aspect-[1.91] w-full border-b border-line object-cover"
        />
      )}
      <figcaption className="flex flex-col gap-0.5 p-3">
        <span className="truncate text-xs text-subtle">{host}</span>
        <span className="line-clamp-2 font-semibold wrap-anywhere">{title.trim() || `${host}/${slug}`}</span>
        {description.trim() !== '' && <span className="line-clamp-3 text-muted wrap-anywhere">{description}</span>}
      </figcaption>
    </figure>
  )
}
