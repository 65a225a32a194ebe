import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { publicApp, readSentPage } from '@host/shell/public'
import { icons, pages, texts } from 'virtual:host-public-pages'
import './styles.css'

const root = document.getElementById('root')
if (root === null) throw new Error('public.html has no element with the id "root".')

const page = createElement(publicApp(readSentPage(), { pages, texts, icons }))

createRoot(root).render(createElement(StrictMode, undefined, page))
