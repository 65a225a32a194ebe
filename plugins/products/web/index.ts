import { defineUIPlugin, lazyPage } from '@host/plugin-sdk'
import { useHasSales } from './overview/week-revenue.ts'

export const plugin = defineUIPlugin({
  name: 'products',
  routes: [
    { path: '/products', Component: lazyPage(() => import('./catalog/ProductsPage.tsx')) },
    { path: '/products/:id', Component: lazyPage(() => import('./catalog/ProductPage.tsx')) },
    { path: '/products/orders', Component: lazyPage(() => import('./orders/OrdersPage.tsx')) },
    { path: '/products/orders/:id', Component: lazyPage(() => import('./orders/OrderPage.tsx')) },
    { path: '/products/licenses', Component: lazyPage(() => import('./licenses/LicensesPage.tsx')) },
    { path: '/products/discounts', Component: lazyPage(() => import('./discounts/DiscountsPage.tsx')) },
    { path: '/products/reports', Component: lazyPage(() => import('./reports/ReportsPage.tsx')) },
  ],
  publicPages: [
    { path: '/p/products/delivery/{token}', Component: lazyPage(() => import('./delivery/DeliveryPage.tsx')) },
  ],
  // It appears only where something was sold.
  widgets: [
    {
      slot: 'overview.main',
      Component: lazyPage(() => import('./overview/WeekSales.tsx')),
      useShown: useHasSales,
      order: 20,
    },
  ],
  i18n: { en: () => import('./en.json'), zh: () => import('./zh.json') },
})
