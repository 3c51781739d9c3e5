export const MAY_NOT_PRICE = 'Only owners and admins can set prices, plans and provider ids'
export const MAY_NOT_SELL = 'Only owners and admins can put an application on sale or take it off'
export const ARCHIVED = 'This application is archived'
