import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '@host/plugin-sdk/shell'

const CreateButton = lazy(() => import('./CreateButton.tsx'))

/** The space of the Create button, which is fetched when the browser is idle. */
export function CreatePlace() {
  const [isDue, setDue] = useState(false)
  useEffect(() => whenIdle(() => setDue(true)), [])
  return (
    <span className="size-control shrink-0">
      <Suspense>{isDue && <CreateButton />}</Suspense>
    </span>
  )
}
