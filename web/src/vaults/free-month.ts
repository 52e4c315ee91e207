// Carried in the navigation from the review to the checkout: the owner has pressed the button that says it begins the free month, so
// the checkout has nothing to ask.
export const freeMonthAgreed = { agreed: 'free-month' } as const;

export const isFreeMonthAgreed = (state: unknown): boolean =>
  (state as Partial<typeof freeMonthAgreed> | null)?.agreed === freeMonthAgreed.agreed;
