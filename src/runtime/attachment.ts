// Something that is kept on an object which somebody else made, and which nobody else can see.

/** What is kept on objects, one value each, for as long as the object lives. */
export interface Attachment<T> {
  get(object: object): T | undefined;
  set(object: object, value: T): void;
}

/**
 * Makes one. The value is in a private field, which a constructor may put on any object that its base class returns. A
 * WeakMap does the same, but V8's small collections take all of its values for alive, whether their keys are or not: all
 * that a call has made then lives until a large collection. A fetch with everything on took a fifth longer for that.
 */
export function createAttachment<T>(): Attachment<T> {
  /** Some objects let nothing be put on them: what is frozen, perhaps, and a proxy that does not even say whether. */
  const others = new WeakMap<object, T>();

  class Holder extends Given {
    #value: T;

    private constructor(object: object, value: T) {
      super(object);
      this.#value = value;
    }

    static get(object: object): T | undefined {
      return #value in object ? object.#value : others.get(object);
    }

    static set(object: object, value: T): void {
      if (#value in object) object.#value = value;
      else if (isOpen(object)) new Holder(object, value);
      else others.set(object, value);
    }
  }
  return Holder;
}

function isOpen(object: object): boolean {
  try {
    return Object.isExtensible(object);
  } catch {
    return false;
  }
}

/** Its constructor gives back the object itself. */
class Given {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: this is what makes the field land on that object
    return object;
  }
}
