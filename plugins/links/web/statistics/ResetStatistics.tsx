import { useState } from 'react'
import { Button, Confirm, Panel, useMutation, useToast, useTranslation } from '@host/plugin-sdk'
import { listLinks, readLink, readStatistics, resetClicks, type Link } from '../../shared.ts'

/** Deletes the clicks of a link so far. */
export function ResetStatistics({ link: { id, host, slug } }: { readonly link: Link }) {
  const { t } = useTranslation()
  const toast = useToast()
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync } = useMutation(resetClicks, {
    invalidates: [readLink, listLinks, readStatistics],
    onSuccess: () => {
      toast({ tone: 'positive', title: t('links.reset.done') })
      setAsked(false)
    },
  })
  return (
    <Panel title={t('links.statistics.title')}>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 text-sm text-muted">{t('links.reset.help')}</p>
        <Button icon="rotate-ccw" onClick={() => setAsked(true)}>
          {t('links.reset.title')}
        </Button>
      </div>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('links.reset.title')}
        confirmLabel={t('links.reset.title')}
        variant="danger"
        onConfirm={() => mutateAsync({ id })}
      >
        {t('links.reset.means', { name: `${host}/${slug}` })}
      </Confirm>
    </Panel>
  )
}
