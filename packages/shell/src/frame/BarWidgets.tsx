import { useEffect, useState } from 'react'
import { Widgets } from '@host/plugin-sdk'
import { whenIdle, type ShellScope } from '@host/plugin-sdk/shell'

/** Plugin widgets in the top bar, rendered after the page. Until then their space is reserved. */
export function BarWidgets({ scope }: { readonly scope: ShellScope }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => whenIdle(() => setDue(true)), [])
  const room = <span className="size-control" />
  return isDue ? <Widgets slot="frame.bar" scope={scope} loading={room} /> : room
}
