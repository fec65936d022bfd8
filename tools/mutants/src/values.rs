//! The values that a function returns instead of its own result.

use syn::{GenericArgument, PathArguments, ReturnType, Type};

/// Returns the statements that end a function at once, one for each value of its type.
///
/// A value may not be of the type, above all `Default::default()`. The compiler finds these.
pub(crate) fn early_returns(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => vec!["return".to_owned()],
        ReturnType::Type(_, kind) => {
            values(kind).iter().map(|value| format!("return {value}")).collect()
        }
    }
}

/// Returns some plain values of a type; none where no plain value can be written down.
fn values(kind: &Type) -> Vec<String> {
    match kind {
        Type::Tuple(tuple) if tuple.elems.is_empty() => texts(&["()"]),
        Type::Never(_) | Type::ImplTrait(_) => Vec::new(),
        Type::Paren(inner) => values(&inner.elem),
        Type::Reference(reference) => of_reference(&reference.elem),
        Type::Path(path) => match path.path.segments.last() {
            Some(last) => of_name(&last.ident.to_string(), &last.arguments),
            None => Vec::new(),
        },
        _ => texts(&["Default::default()"]),
    }
}

fn of_reference(target: &Type) -> Vec<String> {
    match target {
        Type::Slice(_) => texts(&["&[]"]),
        Type::Path(path) if path.path.is_ident("str") => texts(&["\"\"", "\"xyzzy\""]),
        other => within("Box::leak(Box::new(", values(other), "))"),
    }
}

fn of_name(name: &str, arguments: &PathArguments) -> Vec<String> {
    match name {
        "bool" => texts(&["true", "false"]),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => texts(&["0", "1"]),
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => texts(&["0", "1", "-1"]),
        "f32" | "f64" => texts(&["0.0", "1.0", "-1.0"]),
        "String" => texts(&["String::new()", "\"xyzzy\".to_owned()"]),
        "Option" => [texts(&["None"]), within("Some(", of_argument(arguments), ")")].concat(),
        "Result" => within("Ok(", of_argument(arguments), ")"),
        "Vec" => [texts(&["Vec::new()"]), within("vec![", of_argument(arguments), "]")].concat(),
        "Box" | "Arc" | "Rc" => within(&format!("{name}::new("), of_argument(arguments), ")"),
        _ => texts(&["Default::default()"]),
    }
}

/// Returns the values of the first type between the angle brackets.
fn of_argument(arguments: &PathArguments) -> Vec<String> {
    let PathArguments::AngleBracketed(arguments) = arguments else {
        return texts(&["Default::default()"]);
    };
    let kind = arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(kind) => Some(kind),
        _ => None,
    });
    kind.map(values).unwrap_or_default()
}

fn texts(values: &[&str]) -> Vec<String> {
    values.iter().map(|&value| value.to_owned()).collect()
}

fn within(before: &str, values: Vec<String>, after: &str) -> Vec<String> {
    values.iter().map(|value| format!("{before}{value}{after}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_its_plain_values() {
        let cases: [(&str, &[&str]); 14] = [
            ("-> bool", &["true", "false"]),
            ("-> u8", &["0", "1"]),
            ("-> i32", &["0", "1", "-1"]),
            ("-> ()", &["()"]),
            ("-> &str", &["\"\"", "\"xyzzy\""]),
            ("-> &[u8]", &["&[]"]),
            ("-> String", &["String::new()", "\"xyzzy\".to_owned()"]),
            ("-> Option<bool>", &["None", "Some(true)", "Some(false)"]),
            ("-> io::Result<()>", &["Ok(())"]),
            ("-> fmt::Result", &["Ok(Default::default())"]),
            ("-> Result<u8, Fault>", &["Ok(0)", "Ok(1)"]),
            ("-> Vec<u8>", &["Vec::new()", "vec![0]", "vec![1]"]),
            ("-> !", &[]),
            ("-> impl Iterator<Item = u8>", &[]),
        ];
        for (output, expected) in cases {
            let parsed: ReturnType = syn::parse_str(output).expect("a return type");
            let expected: Vec<String> =
                expected.iter().map(|value| format!("return {value}")).collect();
            assert_eq!(early_returns(&parsed), expected, "{output}");
        }
        assert_eq!(early_returns(&ReturnType::Default), ["return"]);
    }
}
