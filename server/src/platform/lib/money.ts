// Converts money: whole cents in code, decimals with two places in the contract and in letters.

/** The cents of a decimal with two places. */
export const centsOf = (price: string): number => Number(price.replace('.', ''));

/** The decimal with two places of an amount in cents. */
export const priceOf = (cents: number): string => (cents / 100).toFixed(2);
