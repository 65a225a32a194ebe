import { useEffect, useRef } from 'react'
import { useToast, useTranslation, type Me } from '@host/plugin-sdk'

/** Says that this is another workspace than a moment ago, whether the reader went there here or in another tab. */
export function MoveNote({ workspace }: Pick<Me, 'workspace'>) {
  const { t } = useTranslation()
  const toast = useToast()
  const last = useRef(workspace)
  useEffect(() => {
    const isElsewhere = workspace !== null && workspace.id !== last.current?.id
    last.current = workspace
    if (isElsewhere) toast({ tone: 'positive', title: t('shell.workspace.switched', { name: workspace.name }) })
  }, [workspace, t, toast])
  return null
}
