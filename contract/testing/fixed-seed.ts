// Vitest's setup of every property test: each run tries the same inputs, so that one that fails can be repeated. PROPERTY_SEED tries others.
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 20_261_126) });
