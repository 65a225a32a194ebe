import { useState } from 'react'
import {
  BulkBar,
  Button,
  Confirm,
  useMatching,
  useMutation,
  useNavigate,
  useToast,
  useTranslation,
  type EndpointInput,
  type ListQueryResult,
  type Selection,
} from '@host/plugin-sdk'
import { listSuppressions, releaseSuppressions, suppressionLimits, type Suppression } from '../../shared.ts'
import { composerPath } from '../compose/open-composer.ts'

export interface ReleaseBarProps {
  readonly selection: Selection
  readonly suppressions: ListQueryResult<Suppression>
  readonly input: EndpointInput<typeof listSuppressions>
}

/** Releases all chosen addresses, and offers a test to a single one. */
export function ReleaseBar({ selection, suppressions, input }: ReleaseBarProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const release = useRelease({ selection, suppressions, input })
  const count = selection.isAllMatching ? (suppressions.total ?? 0) : selection.keys.size
  return (
    <>
      <BulkBar
        selection={selection}
        loaded={suppressions.items?.length ?? 0}
        hasMore={suppressions.hasMore}
        total={suppressions.total}
      >
        <Button calls={releaseSuppressions} size="compact" onClick={() => setAsked(true)}>
          {t('mail.suppressions.release')}
        </Button>
      </BulkBar>
      <Confirm
        calls={releaseSuppressions}
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('mail.suppressions.releaseTitle', { count })}
        confirmLabel={t('mail.suppressions.release')}
        onConfirm={release}
      >
        {t('mail.suppressions.releaseMeans')}
      </Confirm>
    </>
  )
}

function useRelease({ selection, suppressions, input }: ReleaseBarProps): () => Promise<void> {
  const { t } = useTranslation()
  const toast = useToast()
  const navigate = useNavigate()
  const readAll = useMatching(listSuppressions)
  const { mutateAsync } = useMutation(releaseSuppressions, { invalidates: [listSuppressions] })
  return async () => {
    const chosen = selection.isAllMatching
      ? await readAll(input)
      : (suppressions.items ?? []).filter(({ id }) => selection.keys.has(id))
    for (let at = 0; at < chosen.length; at += suppressionLimits.releasedAtOnce) {
      await mutateAsync({ ids: chosen.slice(at, at + suppressionLimits.releasedAtOnce).map(({ id }) => id) })
    }
    selection.clear()
    const [only] = chosen.length === 1 ? chosen : []
    const mayTest = only !== undefined && !only.address.startsWith('*@')
    toast({
      tone: 'positive',
      title: t('mail.suppressions.released', { count: chosen.length }),
      ...(mayTest && {
        description: t('mail.suppressions.testHelp'),
        action: { label: t('mail.suppressions.test'), onPress: () => navigate(composerPath({ to: only.address })) },
      }),
    })
  }
}
