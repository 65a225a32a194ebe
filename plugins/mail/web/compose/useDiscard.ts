import { useEffect, useEffectEvent, useRef } from 'react'
import { useClient, useNavigate, useSearch, useTranslation, useUndoableMutation } from '@host/plugin-sdk'
import { deleteDraft, listDrafts, type Draft } from '../../shared.ts'
import { contentOf, isSame, type DraftContent } from './draft-content.ts'

export interface Written {
  readonly content: DraftContent
  readonly hasFiles: boolean
}

/** Discards a draft; one that was just begun and never changed goes by itself when its page is left. */
export function useDiscard(draft: Draft, { content, hasFiles }: Written): () => void {
  const { t } = useTranslation()
  const client = useClient()
  const navigate = useNavigate()
  const [search] = useSearch()
  const isDiscarded = useRef(false)
  const isNew = search.get('new') === '1'
  const { mutate } = useUndoableMutation(deleteDraft, {
    removesFrom: [listDrafts],
    done: () => t('mail.drafts.deleted'),
  })
  const leave = useEffectEvent(async () => {
    if (isDiscarded.current || !isNew || hasFiles || !isSame(content, contentOf(draft))) return
    // It may have been changed or sent elsewhere meanwhile; then it stays.
    await client.call(deleteDraft, { id: draft.id }).catch(() => undefined)
  })
  useEffect(() => () => void leave(), [])
  return () => {
    isDiscarded.current = true
    mutate({ id: draft.id })
    navigate('/mail/drafts')
  }
}
