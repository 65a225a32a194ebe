import { useCallback, useState } from 'react'
import { chooseTheme, readTheme, type Theme } from './theme.ts'

/** The reader's theme and how to change it. */
export function useTheme(): readonly [theme: Theme, choose: (theme: Theme) => void] {
  const [theme, setTheme] = useState(readTheme)
  const choose = useCallback((next: Theme) => {
    chooseTheme(next)
    setTheme(next)
  }, [])
  return [theme, choose]
}
