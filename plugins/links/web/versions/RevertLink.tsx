import { Confirm, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { listLinks, listVersions, readLink, readRules, revertLink, type Link, type LinkVersion } from '../../shared.ts'

export interface RevertLinkProps {
  readonly link: Link
  /** Undefined while none was chosen. */
  readonly version: LinkVersion | undefined
  readonly onClose: () => void
}

/** Reverts a link to a version, after a question. */
export function RevertLink({ link, version, onClose }: RevertLinkProps) {
  const { t } = useTranslation()
  const toast = useToast()
  const { mutateAsync } = useMutation(revertLink, {
    invalidates: [readLink, listLinks, readRules, listVersions],
    onSuccess: () => toast({ tone: 'positive', title: t('links.history.reverted') }),
  })
  const number = version?.number ?? 1
  return (
    <Confirm
      calls={revertLink}
      open={version !== undefined}
      onClose={onClose}
      title={t('links.history.revertTo', { number })}
      confirmLabel={t('links.history.revert')}
      onConfirm={() => mutateAsync({ id: link.id, version: number })}
    >
      <span className="flex flex-col gap-2">
        <span className="wrap-anywhere">
          {t('links.history.revertMeans', { name: `${link.host}/${link.slug}`, url: version?.url ?? '' })}
        </span>
        {link.printedAt !== null && <span className="font-medium">{t('links.printedWarning')}</span>}
      </span>
    </Confirm>
  )
}
